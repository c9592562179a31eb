/** What cannot be asked of a team, and why: a whole file, or those of its tests whose full name contains `name`. */
interface NotForTeams {
  readonly file: string;
  readonly name?: string;
  readonly why: string;
}

export const NOT_FOR_TEAMS: readonly NotForTeams[] = [
  {
    file: 'test/clients/realtime/events.test.ts',
    name: 'what was said, who is there, and what nobody offers',
    why: 'a machine tells of the clients that are connected to it, and numbers what it told them by itself',
  },
];
