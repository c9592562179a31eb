import { Input, Label, Text, TextField, Switch } from 'react-aria-components';
import type { MessageKey } from '#renderer/messages/en.ts';
import { useWords } from '#renderer/messages/use-messages.ts';
import type { DrawRules } from '#renderer/views/export/winners/draw-form.ts';

type TextRule = { [K in keyof DrawRules]: DrawRules[K] extends string ? K : never }[keyof DrawRules];
type SwitchRule = Exclude<keyof DrawRules, TextRule>;

interface FieldOf {
  readonly rule: TextRule;
  readonly name: MessageKey;
  readonly type: 'number' | 'date' | 'text';
  readonly meaning?: MessageKey;
}

const FIELDS: readonly FieldOf[] = [
  { rule: 'count', name: 'winners.count', type: 'number' },
  { rule: 'backups', name: 'winners.backups', type: 'number' },
  { rule: 'mention', name: 'winners.mention', type: 'text' },
  { rule: 'hashtag', name: 'winners.hashtag', type: 'text' },
  { rule: 'words', name: 'winners.text', type: 'text' },
  { rule: 'excluded', name: 'winners.excluded', type: 'text', meaning: 'winners.excluded.words' },
  { rule: 'since', name: 'option.since', type: 'date' },
  { rule: 'until', name: 'option.until', type: 'date' },
  { rule: 'seed', name: 'winners.seed', type: 'text', meaning: 'winners.seed.words' },
];

const SWITCHES: readonly (readonly [SwitchRule, MessageKey])[] = [
  ['oncePerUser', 'winners.once'],
  ['withoutReplies', 'winners.noReplies'],
];

interface RuleFieldsParts {
  readonly rules: DrawRules;
  readonly onChange: (rules: DrawRules) => void;
}

export function RuleFields({ rules, onChange }: RuleFieldsParts) {
  const { text } = useWords();
  return (
    <>
      <div className="rule-fields">
        {FIELDS.map(({ rule, name, type, meaning }) => (
          <TextField
            key={rule}
            className="field"
            type={type}
            value={rules[rule]}
            onChange={(value) => onChange({ ...rules, [rule]: value })}
          >
            <Label className="label">{text(name)}</Label>
            <Input
              className="control"
              {...(type === 'number' ? { min: rule === 'count' ? 1 : 0, max: 100, step: 1, inputMode: 'numeric' as const } : {})}
            />
            {meaning !== undefined && (
              <Text slot="description" className="meaning">
                {text(meaning)}
              </Text>
            )}
          </TextField>
        ))}
      </div>
      {SWITCHES.map(([rule, name]) => (
        <Switch key={rule} className="switch" isSelected={rules[rule]} onChange={(isOn) => onChange({ ...rules, [rule]: isOn })}>
          <span className="track" aria-hidden>
            <span className="thumb" />
          </span>
          {text(name)}
        </Switch>
      ))}
    </>
  );
}
