"""``python -m pirqa``."""

from pirqa.cli.main import main

if __name__ == "__main__":
    main()
