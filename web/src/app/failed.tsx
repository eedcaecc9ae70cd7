/** Instead of parts that have their own way out, which has failed with them. */
import { useCommand } from "../keyboard/useCommand.ts";
import { backFromSettings } from "../navigation/leave-settings.ts";
import { Button } from "../parts/buttons.tsx";
import { Failure } from "../parts/states.tsx";
import { useSession } from "../state/session.tsx";
import { t } from "../text/text.ts";
import { Banners } from "./Banners.tsx";
import { layout } from "./layout.ts";

interface FailedProps {
  readonly onRetry: () => void;
}

export function FailedSettings({ onRetry }: FailedProps) {
  const { store } = useSession();
  const leave = () => backFromSettings(store.state);
  useCommand("escape", leave);
  return (
    <main className="main failed" id="main">
      <Banners />
      <Failure text={t("parts.broken")} onRetry={onRetry} />
      <Button onPress={leave}>{t("parts.close")}</Button>
    </main>
  );
}

export function FailedPanel({ onRetry }: FailedProps) {
  return (
    <aside className="panel failed" aria-label={t("shell.details")} data-region="panel">
      <Failure text={t("parts.broken")} onRetry={onRetry} />
      <Button onPress={() => layout.change({ isPanelOpen: false })}>{t("parts.close")}</Button>
    </aside>
  );
}
