/**
 * Around what opens over a view. If it fails, it is closed and a toast says so; what is behind it stays as it was, and
 * the next one may open.
 */
import { type ReactNode, useEffect, useState } from "react";
import { releaseKeys } from "../keyboard/held-keys.ts";
import { t } from "../text/text.ts";
import { Fault } from "./Fault.tsx";
import { offerReload } from "./offer-reload.ts";

interface OverlayProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Overlay({ onClose, children }: OverlayProps) {
  const [failures, setFailures] = useState(0);
  const close = () => {
    onClose();
    setFailures(failures + 1);
  };
  return (
    <Fault key={failures} instead={() => <Failed onClose={close} />}>
      {children}
    </Fault>
  );
}

function Failed({ onClose }: { readonly onClose: () => void }): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure.
  useEffect(() => {
    // What was typed for its field.
    releaseKeys();
    offerReload(t("parts.broken"));
    onClose();
  }, []);
  return null;
}
