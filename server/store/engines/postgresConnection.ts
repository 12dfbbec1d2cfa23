import type { EventEmitter } from "node:events";
import {
  type BinaryOperationNode,
  CompiledQuery,
  type DatabaseConnection,
  OperatorNode,
  PostgresDriver,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type TransactionSettings,
} from "kysely";
import { LRUCache } from "lru-cache";
import type { PoolConfig, QueryResult } from "pg";
import { toMessage } from "../../../core/toMessage.ts";
import type { ErrorCodes } from "./damage.ts";
import type { ConnectionOptions } from "./engine.ts";

/** Key of the writers' advisory lock. Random, since other applications may use locks in the same database. */
const WRITER_LOCK = 6_104_958_217;
/** Ids of the types int8 and numeric, which node-postgres returns as text. All stored numbers are safe integers. */
const BIG_TYPES: readonly number[] = [20, 1700];

/** Message of node-postgres's error for a late response. node-postgres itself would go on using the connection. */
const READ_TIMEOUT = "Query read timeout";

/** Matches statements that only read. In Broadsheet, these statements wait for no lock. */
const READ = /^\s*select\b/i;

/** Opens a pool of connections that prepare frequent statements. */
export async function openPool({
  readTimeoutMs,
  onError,
  ...options
}: PoolConfig & Pick<ConnectionOptions, "readTimeoutMs" | "onError">) {
  const { Client, Pool, types } = await import("pg");
  const clients = new Set<EventEmitter>();
  const getTypeParser: typeof types.getTypeParser = (type: number, format?: "text" | "binary") =>
    BIG_TYPES.includes(type) ? Number : types.getTypeParser(type, format);
  class PreparingClient extends Client {
    constructor(config?: ConstructorParameters<typeof Client>[0]) {
      super(config);
      const query = this.query.bind(this) as (statement: unknown, values?: unknown) => Promise<QueryResult>;
      let running = 0;
      this.query = (async (statement: unknown, values?: unknown) => {
        // A read that queues behind an earlier statement of its connection gets no timeout, since the earlier statement
        // may wait for locks.
        const waits = running++ > 0;
        try {
          return await query(typeof statement === "string" ? toQuery(statement, values, waits) : statement, values);
        } catch (error) {
          onError?.(error as ErrorCodes);
          if (toMessage(error) === READ_TIMEOUT) {
            // Closes the connection, since the network may lose all later responses, too. The pool opens a new one.
            this.end().catch(() => {});
            // Makes the pool drop its idle connections: the network may have cut them off, too, and the next query on
            // each of them would time out.
            for (const client of clients) client.emit("error", error);
          }
          throw error;
        } finally {
          running--;
        }
      }) as typeof this.query;
    }
  }
  function toQuery(text: string, values: unknown, waits: boolean) {
    const name = Array.isArray(values) && values.length > 0 ? getStatementName(text) : null;
    const isLimited = readTimeoutMs !== undefined && !waits && READ.test(text);
    return { text, values, ...(name && { name }), ...(isLimited && { query_timeout: readTimeoutMs }) };
  }

  // With `pipeline`, a statement can be sent before the result of the previous one has arrived (`sendAhead`).
  const pool = new Pool({ ...options, pipeline: true, types: { getTypeParser }, Client: PreparingClient });
  // Ignores the loss of an idle connection, which would otherwise end the process. The next query reconnects.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    clients.add(client);
    client.on("error", () => {});
  });
  pool.on("remove", (client) => void clients.delete(client));
  return pool;
}

/** Number of uses after which a statement is prepared. Statements that run once per process are thus never prepared. */
const USES_BEFORE_PREPARING = 3;
/** Maximum number of prepared statements per connection, of about 30 kB each in PostgreSQL. About 150 are in use. */
const MAX_PREPARED = 300;

const names = new Map<string, string>();
const uses = new LRUCache<string, number>({ max: 2 * MAX_PREPARED });

/**
 * Returns the name under which a connection prepares a statement; null if the statement is not prepared. Parsing and
 * planning most statements takes as long as running them.
 */
function getStatementName(text: string): string | null {
  const name = names.get(text);
  if (name) return name;
  // Statements with `*` are not prepared: a prepared `select *` would fail in all connected processes once a migration
  // adds a column.
  if (names.size >= MAX_PREPARED || text.includes("*")) return null;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count < USES_BEFORE_PREPARING) return null;
  const created = `broadsheet_${names.size}`;
  names.set(text, created);
  return created;
}

/**
 * Maps the connection of each transaction to the results of the statements that `sendAhead` sent in the transaction.
 * Each promise rejects with the first error.
 */
const sentAhead = new WeakMap<DatabaseConnection, Promise<unknown>>();

/**
 * Sends a statement of a transaction without waiting for its result. PostgreSQL runs it while this process prepares the
 * next statement, and both results arrive in one round trip. If the statement fails, the transaction fails with its
 * error.
 */
export function sendAhead(connection: DatabaseConnection, statement: CompiledQuery): void {
  const results = Promise.all([sentAhead.get(connection), connection.executeQuery(statement)]);
  results.catch(() => {});
  sentAhead.set(connection, results);
}

/** Resolves when all statements sent with `sendAhead` have run. @throws the error of the first statement that failed */
export async function waitForSentAhead(connection: DatabaseConnection): Promise<void> {
  await sentAhead.get(connection);
}

/**
 * Driver that requests the writer lock with `sendAhead`. At the end of a transaction, it waits for all statements that
 * were sent with `sendAhead`.
 */
export class LockingPostgresDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    // `withWriterLock` requests the lock by setting the access mode.
    if (settings.accessMode !== "read write") return super.beginTransaction(connection, settings);
    sendAhead(connection, CompiledQuery.raw(`begin; select pg_advisory_xact_lock(${WRITER_LOCK})`));
  }

  // After a failed statement, PostgreSQL rejects the transaction's later statements, and rolls back instead of
  // committing. `commitTransaction` and `rollbackTransaction` then throw the first error, which states the cause.
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const results = takeResults(connection);
    const committed = super.commitTransaction(connection);
    await Promise.all([results, committed]);
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver["rollbackTransaction"]>[0]): Promise<void> {
    const results = takeResults(connection);
    await super.rollbackTransaction(connection);
    await results;
  }
}

function takeResults(connection: DatabaseConnection): Promise<unknown> | undefined {
  const results = sentAhead.get(connection);
  sentAhead.delete(connection);
  return results;
}

/**
 * Compiler of statements for PostgreSQL. Replaces characters that PostgreSQL rejects. Passes a list as one parameter: a
 * statement then has the same text for lists of any length, and is prepared only once.
 */
export class PostgresTextCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    super.appendValue(Array.isArray(value) ? value.map(withoutNul) : withoutNul(value));
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const name = OperatorNode.is(operator) ? operator.operator : "";
    const values = PrimitiveValueListNode.is(rightOperand) ? rightOperand.values : null;
    const type = name === "in" && values && getArrayType(values);
    // PostgreSQL does not accept an empty list. Kysely has a plugin for this, but the plugin copies the tree of each
    // statement, and copying takes longer than compiling.
    if (values?.length === 0 && (name === "in" || name === "not in")) this.append(name === "in" ? "false" : "true");
    else if (type) {
      this.visitNode(leftOperand);
      this.append(" = any(");
      this.appendValue(values);
      this.append(`::${type})`);
    } else super.visitBinaryOperation(node);
  }
}

function getArrayType(values: readonly unknown[]): string | null {
  if (values.every((value) => typeof value === "string")) return "text[]";
  return values.every((value) => typeof value === "number") ? "bigint[]" : null;
}

/** Replaces NUL characters, which PostgreSQL's texts cannot contain. */
function withoutNul(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}

/**
 * Matches escapes that PostgreSQL rejects in JSON: NUL and lone surrogates. `JSON.stringify` escapes no other
 * surrogates.
 */
const UNACCEPTABLE = /\\u(0000|d[89a-f])/;

/** Returns a value as JSON, without the characters that PostgreSQL rejects. */
export function toPostgresJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!UNACCEPTABLE.test(json)) return json;
  return JSON.stringify(value, (_, part) =>
    typeof part === "string" ? part.replaceAll("\0", "\uFFFD").toWellFormed() : part,
  );
}
