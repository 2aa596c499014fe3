"""Never prints anything, not even Ready."""

import time

time.sleep(3600)
