/**
 * `node tools/queries.ts` writes the SQL of the store's queries to server/store/queries/, for both engines and with
 * SQLite's query plans. So reviews show how a change affects the queries. A test compares the committed files with
 * `formatQueries()`.
 *
 * Calls every exported function in server/store whose first parameter is a database, with sample arguments that fit its
 * parameters. The sample database records each statement. In a first call of the function, each statement
 * returns a made-up row; in a second call, none.
 */
import { globSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver, Kysely } from "kysely";
import { type Node, parseSync } from "oxc-parser";
import { postgresDialect } from "../server/store/engines/postgres.ts";
import { sqliteDialect } from "../server/store/engines/sqlite.ts";
import { openDatabase } from "../server/store/open.ts";
import type { Database, Tables } from "../server/store/schema/schema.ts";
import { COLUMNS, LEFT_OUT, SAMPLES } from "./querySamples.ts";
import { formatStatements, type Statement } from "./queryText.ts";

const STORE = join(import.meta.dirname, "../server/store");
/** Folder of the committed files. */
export const QUERIES = join(STORE, "queries");

const HEADER = `-- Written by \`node tools/queries.ts\`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.
`;

/** A function that runs queries. */
interface QueryFunction {
  name: string;
  /** Types of the parameters. A parameter without a type annotation is listed by name. */
  types: string[];
  /** Number of required parameters. */
  required: number;
  /** Methods of the object that the function returns. */
  methods: QueryFunction[];
}

/** Returns the contents of the SQL files by file name. Each folder of the store has one file. */
export async function formatQueries(): Promise<Record<string, string>> {
  await using schema = await openDatabase("sqlite::memory:");
  const files: Record<string, string> = {};
  for await (const { path, sqlite, postgres } of recordQueries(schema)) {
    const parts = [...sqlite].map(([name, statements]) => formatStatements(name, statements, postgres.get(name) ?? []));
    if (parts.length === 0) continue;
    const name = `${dirname(path) === "." ? "store" : dirname(path)}.sql`;
    files[name] ??= HEADER;
    files[name] += `\n\n-- ======== ${basename(path)} ========\n\n${parts.join("\n")}`;
  }
  return files;
}

/** Returns the statements that PostgreSQL runs, with their parameters, by module. */
export async function listPostgresStatements(): Promise<Map<string, Statement[]>> {
  const modules = new Map<string, Statement[]>();
  for await (const { path, postgres } of recordQueries(null))
    if (postgres.size > 0) modules.set(path, [...postgres.values()].flat());
  return modules;
}

/** Yields each module of the store with its statements for SQLite and for PostgreSQL, grouped by function. */
async function* recordQueries(schema: Database | null) {
  for (const path of globSync("**/*.ts", { cwd: STORE }).sort()) {
    if (path.endsWith(".test.ts") || LEFT_OUT.has(path)) continue;
    const functions = findFunctions(await readFile(join(STORE, path), "utf8"));
    const module = functions.length > 0 ? await import(join(STORE, path)) : {};
    const sqlite = new Map<string, Statement[]>();
    const postgres = new Map<string, Statement[]>();
    for (const query of functions) {
      const run = module[query.name];
      for (const [name, statements] of await record(run, query, sqliteDialect(":memory:"), schema))
        sqlite.set(name, statements);
      for (const [name, statements] of await record(run, query, postgresDialect("", {}), null))
        postgres.set(name, statements);
    }
    yield { path, sqlite, postgres };
  }
}

/** Reads those exported functions of a module that have a database as the first parameter. */
function findFunctions(source: string): QueryFunction[] {
  const toText = ({ start, end }: Node) => source.slice(start, end).replaceAll(/\s+/g, " ");
  const getType = (param: Node): string => {
    const pattern = param.type === "AssignmentPattern" ? param.left : param;
    const annotation = "typeAnnotation" in pattern ? pattern.typeAnnotation : null;
    return toText(annotation?.type === "TSTypeAnnotation" ? annotation.typeAnnotation : pattern);
  };
  const toFunction = (name: string, node: Node): QueryFunction[] => {
    if (!("params" in node) || !Array.isArray(node.params)) return [];
    const params = node.params as Node[];
    const isOptional = (param: Node) => param.type === "AssignmentPattern" || ("optional" in param && param.optional);
    const statements = "body" in node && node.body && "body" in node.body ? (node.body.body as Node[]) : [];
    return [
      {
        name,
        types: params.map(getType),
        required: params.filter((param) => !isOptional(param)).length,
        methods: statements.flatMap((statement) => {
          const result = statement.type === "ReturnStatement" ? statement.argument : null;
          const members = result?.type === "ObjectExpression" ? result.properties : [];
          return members.flatMap((member) =>
            member.type === "Property" && member.method ? toFunction(toText(member.key), member.value) : [],
          );
        }),
      },
    ];
  };
  const functions = parseSync("module.ts", source).program.body.flatMap((node) => {
    const declaration = node.type === "ExportNamedDeclaration" ? node.declaration : null;
    if (declaration?.type === "FunctionDeclaration") return toFunction(declaration.id?.name ?? "", declaration);
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap(({ id, init }) =>
      init?.type === "ArrowFunctionExpression" && id.type === "Identifier" ? toFunction(id.name, init) : [],
    );
  });
  return functions.filter(({ types: [first = ""] }) => /^(database|Database|Transaction<Tables>)$/.test(first));
}

/**
 * Calls a function, with and without its optional parameters, and returns its statements. Statements of methods of the
 * returned object are listed under the methods' names.
 *
 * @param schema SQLite database that plans the statements; null for no plans
 */
async function record(
  run: (...args: unknown[]) => unknown,
  { name, types, required, methods }: QueryFunction,
  dialect: Dialect,
  schema: Database | null,
): Promise<Map<string, Statement[]>> {
  const recorded = new Map<string, Statement[]>();
  const call = async (label: string, work: (database: Database) => unknown) => {
    const statements = recorded.get(label) ?? [];
    // Runs a function with a row and without rows, since some functions need a row to run all their statements.
    for (const rows of [[ROW], []])
      await Promise.resolve(
        work(
          new Kysely<Tables>({ dialect: { ...dialect, createDriver: () => createRecorder(statements, rows, schema) } }),
        ),
      ).catch((error) => {
        if (rows.length > 0) throw new Error(`${label} failed with a made-up row.`, { cause: error });
      });
    if (statements.length > 0) recorded.set(label, statements);
  };
  for (const count of new Set([required, types.length]))
    await call(name, (database) => run(database, ...getSamples(name, types.slice(1, count))));
  for (const method of methods)
    await call(`${name}.${method.name}`, (database) => {
      const object = run(database, ...getSamples(name, types.slice(1))) as Record<string, typeof run>;
      return object[method.name]?.(...getSamples(method.name, method.types));
    });
  return recorded;
}

function getSamples(name: string, types: string[]): unknown[] {
  return types.map((type) => {
    if (!(type in SAMPLES)) throw new Error(`tools/querySamples.ts has no sample of ${type}, for ${name}.`);
    return SAMPLES[type];
  });
}

/** A made-up row that has every column. */
const ROW = new Proxy(COLUMNS, { get: (columns, name) => (String(name) in columns ? columns[String(name)] : 1) });

/**
 * Creates a driver that runs nothing and records each statement once.
 *
 * @param rows rows that each statement returns; a repeated statement returns none, to end loops
 */
function createRecorder(statements: Statement[], rows: unknown[], schema: Database | null): Driver {
  const ran = new Set<string>();
  const connection: DatabaseConnection = {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery) {
      const isRepeated = ran.size === ran.add(sql).size;
      if (!statements.some((statement) => statement.sql === sql))
        statements.push({ sql, parameters, plan: schema ? await findPlan(schema, sql, parameters) : [] });
      return { rows: (isRepeated ? [] : rows) as Row[], numAffectedRows: isRepeated ? 0n : 1n, insertId: 1n };
    },
    async *streamQuery<Row>(query: CompiledQuery) {
      yield await connection.executeQuery<Row>(query);
    },
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: async () => {},
    commitTransaction: async () => {},
    rollbackTransaction: async () => {},
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

async function findPlan(schema: Database, sql: string, parameters: readonly unknown[]): Promise<string[]> {
  const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await schema.executeQuery(explain as CompiledQuery<{ detail: string }>);
  return rows.map(({ detail }) => detail);
}

if (import.meta.main) {
  const files = await formatQueries();
  await rm(QUERIES, { recursive: true, force: true });
  await mkdir(QUERIES);
  for (const [name, text] of Object.entries(files)) await writeFile(join(QUERIES, name), text);
}
