import type { LucideIcon } from 'lucide-react';
import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';

interface IconButtonParts {
  readonly icon: LucideIcon;
  /** Shown when one points at it or comes to it by keyboard. */
  readonly name: string;
  readonly isBusy?: boolean;
  readonly onPress?: () => void;
}

/** A button that a picture alone stands for. */
export function IconButton({ icon: Icon, name, isBusy = false, onPress }: IconButtonParts) {
  return (
    <TooltipTrigger delay={400}>
      <Button className="icon-button" aria-label={name} isPending={isBusy} {...(onPress === undefined ? {} : { onPress })}>
        <Icon size={16} aria-hidden />
      </Button>
      <Tooltip className="tooltip" offset={4}>
        {name}
      </Tooltip>
    </TooltipTrigger>
  );
}
