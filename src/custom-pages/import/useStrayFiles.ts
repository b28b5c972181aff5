import { useEffect } from 'react';

/** A file that is let go beside the place for files would open in place of the page, and take an import with it. */
export function useStrayFiles(): void {
  useEffect(() => {
    const stay = (event: DragEvent) => {
      // Text that is dragged into a field is no file.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
}
