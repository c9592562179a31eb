import { Checkbox, CheckboxGroup, Label } from 'react-aria-components';
import type { CallError } from '#renderer/client/call.ts';
import { Box } from '#renderer/components/box.tsx';
import { Field } from '#renderer/components/field.tsx';
import { useFieldWords } from '#renderer/messages/error-words.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import type { Webhook } from '#renderer/views/webhooks/webhook-actions.tsx';

type EventName = Webhook['events'][number];

const EVENTS: readonly EventName[] = ['export.created', 'export.finished', 'export.failed', 'export.requeued'];

interface WebhookFieldParts {
  readonly url: string;
  readonly events: readonly EventName[];
  readonly error: CallError | null;
  readonly hasFocus?: true;
  readonly onUrl: (url: string) => void;
  readonly onEvents: (events: EventName[]) => void;
}

/** Where messages go, and of what they tell. */
export function WebhookFields({ url, events, error, hasFocus, onUrl, onEvents }: WebhookFieldParts) {
  const { text } = useWords();
  const wrongOf = useFieldWords();
  return (
    <>
      <Field
        label={text('webhooks.url')}
        words={text('webhooks.url.words')}
        type="url"
        value={url}
        placeholder="https://"
        isRequired
        {...(hasFocus === true ? { hasFocus } : {})}
        error={wrongOf(error, 'url')}
        onChange={onUrl}
      />
      <CheckboxGroup
        className="events"
        value={[...events]}
        onChange={(chosen) => onEvents(EVENTS.filter((event) => chosen.includes(event)))}
      >
        <Label className="label">{text('webhooks.events')}</Label>
        {EVENTS.map((event) => (
          <Checkbox key={event} value={event} className="checkbox">
            {({ isSelected }) => (
              <>
                <Box isSelected={isSelected} />
                {text(`webhooks.event.${event}`)} <code className="quiet">{event}</code>
              </>
            )}
          </Checkbox>
        ))}
      </CheckboxGroup>
    </>
  );
}
