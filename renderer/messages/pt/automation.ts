import type { AutomationTexts } from '#renderer/messages/en.ts';

export const automation: AutomationTexts = {};
