import type { LucideIcon } from 'lucide-react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';

interface IconButtonParts {
  readonly icon: LucideIcon;
  /** Shown when one points at it or comes to it by keyboard. */
  readonly name: string;
  readonly isBusy?: boolean;
  readonly onPress?: () => void;
}

/** A button that a picture alone stands for. While it is busy it does nothing, and keeps the focus, which a disabled one would lose. */
export function IconButton({ icon: Icon, name, isBusy = false, onPress }: IconButtonParts) {
  return (
    <TooltipTrigger delay={400}>
      <Button
        className={isBusy ? 'icon-button busy' : 'icon-button'}
        aria-label={name}
        {...(onPress === undefined || isBusy ? {} : { onPress })}
      >
        <Icon size={16} aria-hidden />
      </Button>
      <Tooltip className="tooltip" offset={4}>
        {name}
      </Tooltip>
    </TooltipTrigger>
  );
}
