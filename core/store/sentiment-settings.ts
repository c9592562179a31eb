import { type SentimentSettings, sentimentSettingsSchema } from '#core/contract/sentiment-settings.ts';
import type { SentimentSettingsStore } from '#core/sentiment/ports.ts';
import type { Connection } from '#core/store/connection.ts';

const NAME = 'sentiment';

export function createSentimentSettings(connection: Connection): SentimentSettingsStore {
  const get = connection.prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?');
  const set = connection.prepare<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    read: (): SentimentSettings => sentimentSettingsSchema.parse(JSON.parse(get.get(NAME)?.value ?? '{}')),
    write: (settings) => void set.run(NAME, JSON.stringify(settings)),
  };
}
