import type { SettingsTexts } from '#renderer/messages/en.ts';

export const settings: SettingsTexts = {};
