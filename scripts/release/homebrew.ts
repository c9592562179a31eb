import { downloadUrl, type Release, tarballOf } from './release.ts';

/** A formula of Homebrew: the tarball on its Node, and a service. */
export function homebrewFormula(release: Release): string {
  const { file, sha256 } = tarballOf(release);
  return `class Commentdock < Formula
  desc ${JSON.stringify(shortened(release.description))}
  homepage ${JSON.stringify(release.address)}
  url ${JSON.stringify(downloadUrl(release, file))}
  sha256 "${sha256}"
  license ${JSON.stringify(release.license)}

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  service do
    run [opt_bin/"commentdock", "serve"]
    environment_variables PATH: std_service_path_env
    keep_alive crashed: true
    error_log_path var/"log/commentdock.log"
  end

  test do
    ENV["COMMENTDOCK_DATA_DIR"] = testpath/"data"
    ENV["COMMENTDOCK_VAULT"] = "file"
    assert_match version.to_s, shell_output("#{bin}/commentdock --version")
    system bin/"commentdock", "export", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "--sandbox", "--format", "csv", "--out", testpath
    assert_predicate testpath.glob("*.csv").length, :positive?
  end
end
`;
}

/** Up to 80 letters, as `brew audit` wants it: whole words of the first part. */
function shortened(description: string): string {
  const [first = ''] = description.split(', on ');
  return first.length <= 80 ? first : first.slice(0, first.lastIndexOf(',', 80));
}
