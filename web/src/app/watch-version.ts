/** Detects and activates newer versions of the web client. */
import { useEffect } from "react";
import { desk } from "../composer/desk.ts";
import { worker } from "../living/worker.ts";
import { useRealm } from "../state/settings.ts";
import { reload, scriptsHere, useNewVersion, version } from "./version.ts";

/** Checks whenever the server restarts; reloads automatically when the page is hidden and nothing is being written. */
export function useVersionWatch(): void {
  const generation = useRealm("server_generation");
  // biome-ignore lint/correctness/useExhaustiveDependencies: each server start may bring a new version.
  useEffect(() => {
    // If the server cannot be reached, the next restart triggers another check.
    look().catch(() => {});
  }, [generation]);
  useEffect(() => worker.onWaiting(() => version.isOutdated()), []);
  const isNewer = useNewVersion();
  useEffect(() => {
    if (!isNewer) return undefined;
    const changeOver = () => {
      if (document.hidden && isNothingWritten()) void reload();
    };
    document.addEventListener("visibilitychange", changeOver);
    changeOver();
    return () => document.removeEventListener("visibilitychange", changeOver);
  }, [isNewer]);
}

let isFirstLook = true;

async function look(): Promise<void> {
  const isFirst = isFirstLook;
  isFirstLook = false;
  // A page just loaded from the server is the newest.
  if (isFirst && !worker.isInControl) return;
  await worker.update();
  // With a service worker in control, wait for its new version; before that, reloading would show the old one.
  if (worker.isInControl) return;
  const response = await fetch("/", { cache: "no-store" });
  if (!response.ok || response.redirected) return;
  const page = await response.text();
  if (!scriptsHere().every((source) => page.includes(source))) version.isOutdated();
}

/** Nothing is being written, and no dialog is open. */
const isNothingWritten = (): boolean =>
  desk.isEmpty &&
  document.querySelector("[role=dialog], [role=alertdialog]") === null &&
  [...document.querySelectorAll("textarea")].every(({ value }) => value.trim() === "");
