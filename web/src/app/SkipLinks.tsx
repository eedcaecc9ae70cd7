import { t } from "../text/text.ts";
import { focusRegion } from "./regions.ts";

/** The first things that Tab reaches. Their fragments are not addresses: they are never followed. */
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
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        focusRegion(region);
      }}
    >
      {label}
    </a>
  );
}
