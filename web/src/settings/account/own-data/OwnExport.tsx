/** Starts an export of the reader's own data, and offers it for download while there is one. */
import { ownExports as api, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { attempt } from "../../../actions/attempt.ts";
import { Button } from "../../../parts/buttons.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import { useSession } from "../../../state/session.tsx";
import { useClock } from "../../../state/settings.ts";
import { momentText, sizeText } from "../../../text/dates.ts";
import { t } from "../../../text/text.ts";
import { Row } from "../../SettingRow.tsx";

type OwnExportState = ShapeOf<(typeof api.getOwnExports)["response"]>["exports"][number];

/** While one is being made. */
const LOOK_AGAIN_MS = 3000;

export function OwnExport() {
  const { connection } = useSession();
  const clock = useClock();
  const [last, setLast] = useState<OwnExportState>();
  /** Raised to look again. */
  const [round, setRound] = useState(0);
  const look = () => setRound((now) => now + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round looks again.
  useEffect(() => {
    let isHere = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Nothing is said of a failure: starting one would say it.
    void connection
      .call(api.getOwnExports, {})
      .then(({ exports }) => {
        if (!isHere) return;
        const newest = exports.at(-1);
        setLast(newest);
        if (newest?.pending) timer = setTimeout(look, LOOK_AGAIN_MS);
      })
      .catch(() => {});
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [connection, round]);
  const start = () =>
    void attempt(async () => {
      await connection.call(api.exportOwnData, {});
      look();
    });
  return (
    <Row
      name="export-own-data"
      label={<span>{t("erasure.export")}</span>}
      help={
        <small>
          {t("erasure.exportHelp")} <span role="status">{last ? stateText(last, clock) : ""}</span>
        </small>
      }
    >
      {last?.export_url && (
        <a className="btn" href={new URL(last.export_url, location.origin).pathname} download>
          <Icon name="download" />
          {t("erasure.download")}
        </a>
      )}
      <Button isDisabled={last?.pending === true} onPress={start}>
        {t("erasure.exportAction")}
      </Button>
    </Row>
  );
}

function stateText(
  { pending, failed, size, requested_at, expires_at }: OwnExportState,
  clock: ReturnType<typeof useClock>,
): string {
  if (pending) return t("erasure.exportPending");
  if (failed || size === null || expires_at === null) return t("erasure.exportFailed");
  return t("erasure.exportReady", {
    when: momentText(requested_at, clock),
    size: sizeText(size),
    expires: momentText(expires_at, clock),
  });
}
