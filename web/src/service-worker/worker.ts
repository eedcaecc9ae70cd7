/**
 * The service worker. It caches the application's files, so that it starts without the server; it never handles API
 * requests. It receives push messages while no window is open.
 */

import { open, told } from "./notifications.ts";
import { scope } from "./scope.ts";
import { answerFromShell, keepShell, removeOldShells } from "./shell.ts";
import type { ToWorker } from "./words.ts";

scope.addEventListener("install", (event) => event.waitUntil(keepShell()));
scope.addEventListener("activate", (event) => event.waitUntil(removeOldShells()));
scope.addEventListener("fetch", (event) => {
  const answer = answerFromShell(event.request);
  if (answer) event.respondWith(answer);
});
scope.addEventListener("message", ({ data }) => {
  if ((data as ToWorker) === "take over") void scope.skipWaiting();
});
scope.addEventListener("push", (event) => event.waitUntil(told(event.data?.json())));
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { fragment?: string } | null)?.fragment ?? ""));
});
