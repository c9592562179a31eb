import { automation } from '#renderer/messages/en/automation.ts';
import { data } from '#renderer/messages/en/data.ts';
import { failures } from '#renderer/messages/en/failures.ts';
import { platforms } from '#renderer/messages/en/platforms.ts';
import { settings } from '#renderer/messages/en/settings.ts';
import { window } from '#renderer/messages/en/window.ts';

/** The texts of an area in another language. */
type Area<Texts> = Readonly<Record<keyof Texts, string>>;
export type WindowTexts = Area<typeof window>;
export type DataTexts = Area<typeof data>;
export type AutomationTexts = Area<typeof automation>;
export type SettingsTexts = Area<typeof settings>;
export type PlatformTexts = Area<typeof platforms>;
export type FailureTexts = Area<typeof failures>;

/** Every text of the window. Other languages have the same keys (test/renderer/messages.test.ts). */
export const en = { ...window, ...data, ...automation, ...settings, ...platforms, ...failures };

export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<MessageKey, string>>;
