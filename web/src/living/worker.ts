/** The service worker: keeps the application available offline, and receives push messages. */
import { serviceWorkerAddress } from "../markup/policy.ts";
import type { FromWorker, ToWorker } from "../service-worker/words.ts";
import { keepsNothing } from "../state/keeping.ts";

const TAKEOVER_MS = 3000;

class OurWorker {
  #registration: Promise<ServiceWorkerRegistration | undefined> = Promise.resolve(undefined);
  readonly #begun = Promise.withResolvers<ServiceWorkerRegistration | undefined>();
  readonly #waiting = new Set<() => void>();

  /** Whether it served this page. */
  get isInControl(): boolean {
    return Boolean(navigator.serviceWorker?.controller);
  }

  /** Available after it starts, which is after the first view. */
  get registration(): Promise<ServiceWorkerRegistration | undefined> {
    return this.#begun.promise;
  }

  /** Starts it after the page has loaded. On a shared computer, removes an earlier one. */
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
    // If it cannot be registered, only offline use is missing.
    this.#registration = serviceWorker.register(serviceWorkerAddress()).catch(() => undefined);
    void this.#registration.then((registration) => registration && this.#follow(registration));
    // Another window activated a new version: files this page still needs may be gone.
    const first = serviceWorker.controller;
    serviceWorker.addEventListener("controllerchange", () => first && this.#tell());
  }

  /** Calls the listener when a new version is ready and waiting. */
  onWaiting(listener: () => void): () => void {
    this.#waiting.add(listener);
    return () => this.#waiting.delete(listener);
  }

  async update(): Promise<void> {
    await (await this.#registration)?.update();
  }

  /** Resolves when the waiting version has taken over, or if there is none. */
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
