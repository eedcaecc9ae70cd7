/** Asks before a page is left whose changes are not saved yet. */
import { useEffect } from "react";
import { openDialog } from "../app/dialogs.tsx";
import { later } from "../parts/later.tsx";
import { router } from "../state/place.ts";
import { t } from "../text/text.ts";

const Confirm = later(() => import("../parts/Dialog.tsx").then((loaded) => loaded.Confirm));

/** One for each part of the page with such changes. */
const unsaved = new Set<object>();
let release: (() => void) | undefined;

const ask = (leave: () => void): void =>
  openDialog((close) => (
    <Confirm
      title={t("settings.leaveTitle")}
      action={t("settings.discard")}
      isDangerous
      onConfirm={() => {
        close();
        leave();
      }}
      onClose={close}
    >
      <p>{t("settings.leaveHelp")}</p>
    </Confirm>
  ));

/** The browser asks in its own words. */
const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();

function add(): () => void {
  const mine = {};
  unsaved.add(mine);
  if (unsaved.size === 1) {
    release = router.hold(ask);
    addEventListener("beforeunload", onUnload);
  }
  return () => {
    unsaved.delete(mine);
    if (unsaved.size > 0) return;
    release?.();
    removeEventListener("beforeunload", onUnload);
  };
}

/** While it is true, the page is left only after a question. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => (isUnsaved ? add() : undefined), [isUnsaved]);
}
