import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseSync } from "oxc-parser";

/** A regular expression in a file. */
interface FoundPattern {
  line: number;
  /** Source of the pattern; null if it depends on values at run time. */
  source: string | null;
  flags: string;
}

/** A node of the syntax tree, with the keys used here. */
interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** Finds the regular expressions in a file: literals, and calls of `RegExp` with constant texts. */
export function readPatterns(path: string): FoundPattern[] {
  const source = readFileSync(path, "utf8");
  if (!/\/|RegExp/.test(source)) return [];
  const program = parseFile(path, source);
  const found: FoundPattern[] = [];
  visit(program, (node) => {
    const line = () => source.slice(0, node.start).split("\n").length;
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type === "Literal" && regex) found.push({ line: line(), source: regex.pattern, flags: regex.flags });
    if (!/^(New|Call)Expression$/.test(node.type) || (node.callee as Node).name !== "RegExp") return;
    const [pattern, flags] = node.arguments as Node[];
    const constant = pattern ? evaluate(pattern, path, program) : null;
    found.push({ line: line(), source: constant, flags: (flags && evaluate(flags, path, program)) ?? "" });
  });
  return found;
}

function parseFile(path: string, source = readFileSync(path, "utf8")): Node {
  return parseSync(path, source).program as unknown as Node;
}

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value) && typeof (value as Node).type === "string") onNode(value as Node);
  for (const child of Object.values(value)) visit(child, onNode);
}

/** Returns the text of an expression; null if the expression is not constant. */
function evaluate(node: Node, path: string, program: Node): string | null {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" ? node.value : null;
    case "TaggedTemplateExpression": {
      const { object, property } = node.tag as { object?: Node; property?: Node };
      const isRaw = object?.name === "String" && property?.name === "raw";
      return isRaw ? evaluateTemplate(node.quasi as Node, "raw", path, program) : null;
    }
    case "TemplateLiteral":
      return evaluateTemplate(node, "cooked", path, program);
    case "Identifier":
      return evaluateName(String(node.name), path, program);
    default:
      return null;
  }
}

function evaluateTemplate(node: Node, key: "raw" | "cooked", path: string, program: Node): string | null {
  const texts = (node.quasis as { value: { raw: string; cooked: string } }[]).map(({ value }) => value[key]);
  const values = (node.expressions as Node[]).map((expression) => evaluate(expression, path, program));
  if (values.includes(null)) return null;
  return texts.map((text, index) => text + (values[index] ?? "")).join("");
}

/** Returns the text of a constant that the file declares or imports; null if no such constant is found. */
function evaluateName(name: string, path: string, program: Node): string | null {
  for (const statement of program.body as Node[]) {
    const declaration = (
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    ) as Node | null;
    if (declaration?.type === "VariableDeclaration" && declaration.kind === "const")
      for (const { id, init } of declaration.declarations as { id: Node; init: Node }[])
        if (id.name === name) return evaluate(init, path, program);
    if (statement.type !== "ImportDeclaration") continue;
    const from = String((statement.source as Node).value);
    const names = (statement.specifiers as { local: Node }[]).map(({ local }) => local.name);
    if (!names.includes(name) || !from.startsWith(".")) continue;
    const imported = resolve(dirname(path), from);
    return evaluateName(name, imported, parseFile(imported));
  }
  return null;
}
