"""``python -m pipeline.cli`` is the command ``distill``."""

from pipeline.cli import main

if __name__ == "__main__":
    main()
