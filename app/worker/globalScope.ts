/**
 * Part of `ServiceWorkerGlobalScope`, declared here because TypeScript's library for workers conflicts with its library
 * for pages.
 */
interface WorkerScope {
  /** The worker's build, and the files to cache at installation (server/web/routes/deviceFiles.ts). */
  build: { id: string; files: string[] };
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void>; get(id: string): Promise<{ url: string } | undefined> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: WorkerEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(name: "message", listener: (event: WorkerEvent & { data: unknown }) => void): void;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface RequestEvent extends WorkerEvent {
  request: Request;
  clientId: string;
  respondWith(response: Promise<Response>): void;
}

export const scope = self as unknown as WorkerScope;
