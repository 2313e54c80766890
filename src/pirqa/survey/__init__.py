"""From a photo, a drawing or scans to stones."""
