/** The part of a service worker's world that is used here. TypeScript's own list of it and that of a page's exclude each other. */
export interface WorkerScope {
  /** Which build the worker belongs to, and of which files that consists (server/web/routes/serviceWorkerScript.ts). */
  build: { id: string; files: string[] };
  location: Location;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    get(id: string): Promise<PageClient | undefined>;
    matchAll(): Promise<PageClient[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", listener: (event: LastingEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: RequestEvent) => void): void;
  addEventListener(name: "message", listener: (event: LastingEvent & { data: unknown }) => void): void;
}

interface PageClient {
  url: string;
  postMessage(message: unknown): void;
}

interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}

export interface RequestEvent extends LastingEvent {
  request: Request;
  clientId: string;
  respondWith(answer: Promise<Response>): void;
}

export const scope = self as unknown as WorkerScope;
