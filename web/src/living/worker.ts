/** Our service worker: keeps the application for when the server cannot be reached, and is told of messages. */
import { serviceWorkerAddress } from "../markup/policy.ts";
import type { FromWorker, ToWorker } from "../service-worker/words.ts";
import { keepsNothing } from "../state/keeping.ts";

const TAKEOVER_MS = 3000;

class OurWorker {
  #registration: Promise<ServiceWorkerRegistration | undefined> = Promise.resolve(undefined);
  readonly #begun = Promise.withResolvers<ServiceWorkerRegistration | undefined>();
  readonly #waiting = new Set<() => void>();

  /** Whether it is what answered for this page. */
  get isInControl(): boolean {
    return Boolean(navigator.serviceWorker?.controller);
  }

  /** Once it has begun, which is after the first view. */
  get registration(): Promise<ServiceWorkerRegistration | undefined> {
    return this.#begun.promise;
  }

  /** Begins, once the page is there. Where nothing is to be kept, what an earlier time has left goes. */
  start(open: (fragment: string) => void): void {
    const { serviceWorker } = navigator;
    if (serviceWorker && !import.meta.env.DEV) this.#begin(serviceWorker, open);
    this.#begun.resolve(this.#registration);
  }

  #begin(serviceWorker: ServiceWorkerContainer, open: (fragment: string) => void): void {
    if (keepsNothing()) {
      void leaveNothing();
      return;
    }
    serviceWorker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => open(data.open));
    // What cannot be registered is missed only offline.
    this.#registration = serviceWorker.register(serviceWorkerAddress()).catch(() => undefined);
    void this.#registration.then((registration) => registration && this.#follow(registration));
    // Another window has changed over: what this page still has to load may be gone.
    const first = serviceWorker.controller;
    serviceWorker.addEventListener("controllerchange", () => first && this.#tell());
  }

  /** Calls when a new version has been fetched and waits. */
  onWaiting(listener: () => void): () => void {
    this.#waiting.add(listener);
    return () => this.#waiting.delete(listener);
  }

  async update(): Promise<void> {
    await (await this.#registration)?.update();
  }

  /** Resolves when the waiting version answers, or there is none. */
  async takeOver(): Promise<void> {
    const waiting = (await this.#registration)?.waiting;
    if (!waiting) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
    setTimeout(resolve, TAKEOVER_MS);
    waiting.postMessage("take over" satisfies ToWorker);
    await promise;
  }

  #follow(registration: ServiceWorkerRegistration): void {
    const look = () => {
      if (registration.waiting && this.isInControl) this.#tell();
    };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    look();
  }

  #tell(): void {
    for (const listener of this.#waiting) listener();
  }
}

async function leaveNothing(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

export const worker = new OurWorker();
