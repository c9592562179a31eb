/** What cannot be asked of a team, and why: a whole file, or those of its tests whose full name contains `name`. */
interface NotForTeams {
  readonly file: string;
  readonly name?: string;
  readonly why: string;
}

export const NOT_FOR_TEAMS: readonly NotForTeams[] = [];
