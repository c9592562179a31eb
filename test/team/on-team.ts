import { beforeEach } from 'vitest';
import { NOT_FOR_TEAMS } from '#test/team/not-for-teams.ts';

beforeEach(({ task, skip }) => {
  const one = NOT_FOR_TEAMS.find(({ file, name = '' }) => task.file.filepath.endsWith(file) && (task.fullTestName ?? '').includes(name));
  if (one !== undefined) skip(one.why);
});
