// The packaged desktop app: `npm run package` (all targets of this system) or `npm run package -- --dir` (a folder, no installer).
// Plain JavaScript, as the packager reads it; `${...}` in single quotes are the packager's own names.

/** `dist` is what `npm run build` wrote; the production dependencies come along by themselves, without what nothing runs of them. */
const FILES = [
  'dist/**',
  'package.json',
  'LICENSE',
  'resources/notices.md',
  '!**/*.{map,ts,mts,cts,tsbuildinfo}',
  '!**/node_modules/{fastify,pino,undici}/docs/**',
  // The tables of the language detector come in four sizes: the smallest is loaded.
  '!**/node_modules/eld/src/ngrams/!(extrasmall.js)',
  '!**/node_modules/**/{test,tests,__tests__,benchmark,benchmarks,example,examples}/**',
  '!**/node_modules/better-sqlite3/{deps,src,binding.gyp}',
  '!**/node_modules/keytar/{build,script,src,binding.gyp}/**',
];

/**
 * What goes into the package of a system: of prebuilt native modules its own, whatever system packs (`${platform}` would be that one). The
 * packager takes lists of a system and one for all for two sets of files, so that each system has a whole one.
 * @param {'linux' | 'darwin' | 'win32'} system as prebuilt modules name it
 */
function filesFor(system) {
  return [
    ...FILES,
    `!**/node_modules/better-sqlite3/prebuilds/!(${system}-\${arch}.node)`,
    `!**/node_modules/keytar/prebuilds/!(${system}-\${arch})/**`,
  ];
}

const ICON = 'resources/icons/1024x1024.png';

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'app.commentdock.desktop',
  productName: 'Commentdock',
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  copyright: 'Copyright © Commentdock contributors',
  // Installers ask for these. The app has no site of its own: its page is the one it serves.
  extraMetadata: {
    author: 'Commentdock contributors',
    homepage: 'http://127.0.0.1:4780',
    desktopName: 'commentdock.desktop',
    main: 'dist/electron/main/main.js',
  },
  directories: { buildResources: 'resources', output: 'release' },

  // Native modules load from files; everything else stays in the archive.
  asar: true,
  asarUnpack: ['**/*.node'],

  // Native modules carry prebuilt binaries for Node-API: nothing is compiled for Electron.
  npmRebuild: false,
  nodeGypRebuild: false,

  // Links that fill an address in: `commentdock://export?url=...`.
  protocols: [{ name: 'Commentdock', schemes: ['commentdock'] }],

  // No address of updates is built in, and without one the app asks nobody. Who serves releases gives theirs:
  // `npm run package -- -c.publish.provider=generic -c.publish.url=https://...`
  publish: null,

  // Switches in Electron's own program, set for good. `runAsNode` stays: the service runs its browser's helper as a process of Node
  // (core/network/browser), and Electron has no other Node in it.
  electronFuses: {
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
    // Setting them breaks the seal that the program comes with. A certificate signs the app anew afterwards; without one it is sealed ad
    // hoc here, as Macs with Apple's chips start nothing else.
    resetAdHocDarwinSignature: true,
  },

  linux: {
    files: filesFor('linux'),
    category: 'Utility',
    syncDesktopName: true,
    icon: 'resources/icons',
    maintainer: 'Commentdock contributors <commentdock@localhost>',
    target: ['AppImage', 'deb'],
  },
  mac: {
    files: filesFor('darwin'),
    category: 'public.app-category.productivity',
    icon: ICON,
    // The zip is what an update on macOS is read from, and what is opened where a dmg is not wanted.
    target: ['dmg', 'zip'].map((target) => ({ target, arch: ['arm64', 'x64'] })),
  },
  win: { files: filesFor('win32'), icon: ICON, target: ['nsis', 'portable'] },

  // Both end in .exe: one name would be written twice.
  nsis: { artifactName: '${productName}-${version}-${os}-${arch}-setup.${ext}' },
  portable: { artifactName: '${productName}-${version}-${os}-${arch}-portable.${ext}' },
};
