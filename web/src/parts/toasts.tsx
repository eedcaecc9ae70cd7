/** Toasts: what just happened, one at a time, with Undo where possible. */
import { useEffect, useSyncExternalStore } from "react";
import { useCommand } from "../keyboard/useCommand.ts";
import { t } from "../text/text.ts";
import { Button } from "./buttons.tsx";

export interface Toast {
  readonly text: string;
  /** Undoes it; Ctrl+Z outside of text fields does this too. */
  readonly undo?: () => void;
  /** Another action. */
  readonly action?: { readonly label: string; readonly do: () => void };
}

const SHOWN_MS = 6000;

let current: Toast | undefined;
const listeners = new Set<() => void>();

export function showToast(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const toast = useSyncExternalStore(subscribe, () => current);
  return <div className="toasts">{toast && <Shown key={toast.text} toast={toast} />}</div>;
}

function Shown({ toast }: { readonly toast: Toast }) {
  const dismiss = () => current === toast && showToast(undefined);
  const { undo, action } = toast;
  const takeBack = () => {
    showToast(undefined);
    undo?.();
  };
  useCommand("undo", takeBack, { isEnabled: undo !== undefined });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const start = () => {
    timer = setTimeout(dismiss, SHOWN_MS);
  };
  const pause = () => clearTimeout(timer);
  useEffect(() => {
    start();
    return pause;
  });
  return (
    <div className="toast" role="status" onPointerEnter={pause} onPointerLeave={start} onFocus={pause} onBlur={start}>
      <span>{toast.text}</span>
      {undo && (
        <Button kind="plain" onPress={takeBack}>
          {t("parts.undo")}
        </Button>
      )}
      {action && (
        <Button
          kind="plain"
          onPress={() => {
            showToast(undefined);
            action.do();
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  );
}
