import { downloadUrl, type Release } from './release.ts';

const ID = 'Commentdock.Commentdock';
const MANIFEST_VERSION = '1.10.0';
const LANGUAGE = 'en-US';
/** As electron-builder names the installer. */
const INSTALLER = /-win-(x64|arm64)-setup\.exe$/;

type Field = string | readonly string[] | readonly Readonly<Record<string, string>>[];

/** What Windows Package Manager takes, by name of file; null without an installer for Windows. */
export function wingetManifests(release: Release): ReadonlyMap<string, string> | null {
  const { version, description, license, address, files } = release;
  const installers = [...files].flatMap(([file, sha256]) => {
    const architecture = INSTALLER.exec(file)?.[1];
    return architecture === undefined
      ? []
      : [{ Architecture: architecture, InstallerUrl: downloadUrl(release, file), InstallerSha256: sha256.toUpperCase() }];
  });
  if (installers.length === 0) return null;
  const kinds: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
    '': { DefaultLocale: LANGUAGE, ManifestType: 'version' },
    '.installer': {
      InstallerType: 'nullsoft',
      Scope: 'user',
      Protocols: ['commentdock'],
      Installers: installers,
      ManifestType: 'installer',
    },
    [`.locale.${LANGUAGE}`]: {
      PackageLocale: LANGUAGE,
      Publisher: 'Commentdock contributors',
      PackageName: 'Commentdock',
      PackageUrl: address,
      License: license,
      ShortDescription: description,
      ManifestType: 'defaultLocale',
    },
  };
  const same = { PackageIdentifier: ID, PackageVersion: version };
  return new Map(
    Object.entries(kinds).map(([kind, fields]) => [`${ID}${kind}.yaml`, yamlOf({ ...same, ...fields, ManifestVersion: MANIFEST_VERSION })]),
  );
}

/** Texts in quotes, as JSON has them, are YAML too. */
function yamlOf(fields: Readonly<Record<string, Field>>): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => {
    if (typeof value === 'string') return [`${name}: ${JSON.stringify(value)}`];
    return [`${name}:`, ...value.map((entry) => `- ${JSON.stringify(entry)}`)];
  });
  return `${lines.join('\n')}\n`;
}
