import { type ReactNode, useState } from 'react';

interface DropZoneParts {
  readonly className: string;
  readonly onDrop: (dropped: DataTransfer) => void;
  readonly children: (isOver: boolean) => ReactNode;
}

/** Takes what is dropped on it, and has the class `over` meanwhile. */
export function DropZone({ className, onDrop, children }: DropZoneParts) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={isOver ? `${className} over` : className}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer);
      }}
    >
      {children(isOver)}
    </div>
  );
}
