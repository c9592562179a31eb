import { shellWord } from '#core/surfaces/cli/shell-word.ts';
import { downloadUrl, type Release, tarballOf } from './release.ts';

/** Of the unit that a release has beside its packages. */
const UNIT = 'commentdock.service';

/** What the Arch User Repository takes: how the package is made, and the same facts for its index. By name of file. */
export function archPackage(release: Release): ReadonlyMap<string, string> {
  return new Map([
    ['PKGBUILD', pkgbuild(release)],
    ['.SRCINFO', srcinfo(release)],
  ]);
}

/** Facts of both files, in their order. Native modules come built for these processors. */
function factsOf(release: Release): readonly (readonly [name: string, values: readonly string[]])[] {
  const { file, sha256 } = tarballOf(release);
  const unit = release.files.get(UNIT);
  if (unit === undefined) throw new Error(`There is no ${UNIT} beside the tarball.`);
  return [
    ['arch', ['x86_64', 'aarch64']],
    ['license', [release.license]],
    ['depends', [`nodejs${release.engines.node}`]],
    ['makedepends', ['npm']],
    ['optdepends', ['chromium: platforms that need a browser', 'libsecret: secrets under a key in the keychain']],
    ['noextract', [file]],
    ['source', [downloadUrl(release, file), downloadUrl(release, UNIT)]],
    ['sha256sums', [sha256, unit]],
  ];
}

function pkgbuild(release: Release): string {
  const { name, version, description, address } = release;
  const { file } = tarballOf(release);
  const arrays = factsOf(release).map(([fact, values]) => `${fact}=(${values.map(shellWord).join(' ')})`);
  return `# Maintainer: Commentdock contributors
pkgname=${name}
pkgver=${version}
pkgrel=1
pkgdesc=${shellWord(description)}
url=${shellWord(address)}
${arrays.join('\n')}

package() {
  npm install --global --prefix "$pkgdir/usr" --cache "$srcdir/npm" --omit=dev --ignore-scripts "$srcdir/${file}"
  # npm hands folders on as they were packed.
  chown -R root:root "$pkgdir"
  install -Dm644 "$srcdir/${UNIT}" "$pkgdir/usr/lib/systemd/user/${UNIT}"
  install -Dm644 "$pkgdir/usr/lib/node_modules/${name}/LICENSE" "$pkgdir/usr/share/licenses/${name}/LICENSE"
}
`;
}

function srcinfo(release: Release): string {
  const { name, version, description, address } = release;
  const facts = factsOf(release).flatMap(([fact, values]) => values.map((value) => `\t${fact} = ${value}`));
  const head = [`\tpkgdesc = ${description}`, `\tpkgver = ${version}`, '\tpkgrel = 1', `\turl = ${address}`];
  return `pkgbase = ${name}\n${[...head, ...facts].join('\n')}\n\npkgname = ${name}\n`;
}
