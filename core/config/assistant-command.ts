import { fileURLToPath } from 'node:url';

/** Flags that bound its memory; those for debugging are for one process only. */
const MEMORY_FLAG = /^--max-/;

/** A program and its arguments, with absolute paths. */
export interface AssistantCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** What an assistant starts: this very program, whatever its search path holds. Null in the desktop app, whose binary is no Node. */
export function assistantCommand(): AssistantCommand | null {
  if (process.versions['electron'] !== undefined) return null;
  const program = fileURLToPath(import.meta.resolve('#core/main.js'));
  return { command: process.execPath, args: [...process.execArgv.filter((flag) => MEMORY_FLAG.test(flag)), program, 'mcp'] };
}
