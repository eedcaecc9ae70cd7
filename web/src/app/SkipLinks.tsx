import { t } from "../text/text.ts";
import { focusRegion } from "./regions.ts";

/** Skip links, first in the tab order. They are buttons, because fragments are addresses here. */
export function SkipLinks() {
  return (
    <div className="skips">
      <SkipLink region="log" label={t("shell.skipToMessages")} />
      <SkipLink region="composer" label={t("shell.skipToComposer")} />
      <SkipLink region="sidebar" label={t("shell.skipToSidebar")} />
    </div>
  );
}

function SkipLink({ region, label }: { readonly region: "log" | "composer" | "sidebar"; readonly label: string }) {
  return (
    <button type="button" onClick={() => focusRegion(region)}>
      {label}
    </button>
  );
}
