"""The card's kernels played on this processor, thread by thread, by developers who have no card."""
