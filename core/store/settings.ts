import { randomUUID } from 'node:crypto';
import { PLANS, type Plan } from '#core/contract/job.ts';
import type { OwnerSettings, Preferences } from '#core/owner/ports.ts';
import type { Connection } from '#core/store/connection.ts';

const DEFAULT_PLAN: Plan = 'business';
const ON = 'on';
const OFF = 'off';

/** The owner of the data folder. `forcedPlan` (COMMENTDOCK_PLAN) holds until the plan is set at run time. */
export function createOwnerSettings(connection: Connection, forcedPlan: Plan | null): OwnerSettings {
  const get = connection.prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?');
  const set = connection.prepare<[string, string]>(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const first = connection.prepare<[string, string]>('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  first.run('user_uuid', randomUUID());
  if (forcedPlan !== null) set.run('plan', forcedPlan);
  const isOn = (name: keyof Preferences): boolean => get.get(name)?.value === ON;
  return {
    userUuid: get.get('user_uuid')?.value as string,
    plan: () => PLANS.find((plan) => plan === get.get('plan')?.value) ?? DEFAULT_PLAN,
    setPlan: (plan) => void set.run('plan', plan),
    isPaused: () => get.get('standing')?.value === 'paused',
    setStanding: (standing) => void set.run('standing', standing),
    preferences: () => ({
      gentle: isOn('gentle'),
      welcomed: isOn('welcomed'),
      weeklyCheck: isOn('weeklyCheck'),
      pictures: isOn('pictures'),
    }),
    prefer(changes) {
      for (const [name, value] of Object.entries(changes)) set.run(name, value ? ON : OFF);
    },
  };
}
