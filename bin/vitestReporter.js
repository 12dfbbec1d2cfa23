import { createSuiteProgress, quote } from "./suiteProgress.js";

/** Prints each file of Vitest's run when it ends, and each failure at once. */
export default class VitestReporter {
  progress = createSuiteProgress("vitest");

  onTestRunStart(specifications) {
    this.progress.begin(specifications.length);
  }

  onTestCaseResult(testCase) {
    const { state, errors } = testCase.result();
    const { module } = testCase;
    if (state === "passed") this.progress.pass();
    else if (state === "skipped") this.progress.skip(nameModule(module), testCase.fullName);
    else
      this.progress.fail({
        file: nameModule(module),
        name: testCase.fullName,
        message: formatErrors(errors),
        // Escapes the name, which Vitest reads as a pattern.
        command: `${getCommand(module)} -t ${quote(testCase.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))}`,
      });
  }

  onTestModuleEnd(module) {
    // Collects errors in hooks that run once per file, and in loading the file.
    const suites = [module, ...module.children.allSuites()];
    const message = formatErrors(suites.flatMap((suite) => suite.errors()));
    const failure = { file: nameModule(module), name: "the whole file", message, command: getCommand(module) };
    if (message !== "") this.progress.fail(failure);
    this.progress.end(nameModule(module), module.diagnostic().duration);
  }

  onTestRunEnd(_modules, errors) {
    if (errors.length > 0)
      this.progress.fail({
        file: "vitest",
        name: "outside of tests",
        message: formatErrors(errors),
        command: "npm run unit",
      });
    this.progress.finish();
  }
}

function nameModule({ relativeModuleId, project }) {
  return `${relativeModuleId} (${project.name})`;
}

function getCommand({ relativeModuleId, project }) {
  return `npx vitest run --project ${project.name} ${relativeModuleId}`;
}

function formatErrors(errors = []) {
  return errors
    .map(({ message, diff, stacks = [] }) =>
      [message, diff, ...stacks.map(({ file, line }) => `at ${file}:${line}`)].filter(Boolean).join("\n"),
    )
    .join("\n");
}
