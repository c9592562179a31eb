import { Argument, Option } from 'commander';

/** A flag whose values are known. They complete it; whoever gets one says whether it fits. */
export class KnownOption extends Option {
  readonly known: readonly string[];
  /** Several of them stand in one word, separated by commas. */
  readonly isList: boolean;

  constructor(
    flags: string,
    description: string,
    { values, isList = false }: { readonly values: readonly string[]; readonly isList?: boolean },
  ) {
    super(flags, description);
    this.known = values;
    this.isList = isList;
  }
}

/** As `KnownOption`. */
export class KnownArgument extends Argument {
  readonly known: readonly string[];

  constructor(name: string, description: string, known: readonly string[]) {
    super(name, description);
    this.known = known;
  }
}
