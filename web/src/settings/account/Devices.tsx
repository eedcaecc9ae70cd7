/** The browsers in which the reader is signed in. */
import { sessions as api, type ShapeOf } from "@parley/server/contract";
import { useEffect, useState } from "react";
import { attempt, sentenceOf } from "../../actions/attempt.ts";
import { Button } from "../../parts/buttons.tsx";
import { Failure, Skeleton } from "../../parts/states.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useSession } from "../../state/session.tsx";
import { useClock } from "../../state/settings.ts";
import { momentText } from "../../text/dates.ts";
import { t } from "../../text/text.ts";
import { Section } from "../Page.tsx";
import { Row } from "../SettingRow.tsx";

type Device = ShapeOf<(typeof api.getSessions)["response"]>["sessions"][number];

export function Devices() {
  const { connection } = useSession();
  const clock = useClock();
  const [devices, setDevices] = useState<readonly Device[]>();
  const [problem, setProblem] = useState<string>();
  const load = async () => {
    setProblem(undefined);
    try {
      setDevices((await connection.call(api.getSessions, {})).sessions);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded when the page is opened.
  useEffect(() => void load(), []);
  const end = (does: () => Promise<unknown>, text: string) =>
    void attempt(async () => {
      await does();
      showToast({ text });
      await load();
    });
  return (
    <Section title={t("account.devices")} help={t("account.devicesHelp")} name="sessions">
      {problem !== undefined && <Failure text={problem} onRetry={() => void load()} />}
      {!devices && problem === undefined && <Skeleton rows={1} />}
      {devices?.map(({ id, device, begun_at, last_seen_at, is_current }) => (
        <Row
          key={id}
          name={`session-${id}`}
          label={<span>{device === "" ? t("account.unknownDevice") : device}</span>}
          help={
            <small>
              {is_current
                ? t("account.thisDevice")
                : t("account.signedInSince", {
                    since: momentText(begun_at, clock),
                    seen: momentText(last_seen_at, clock),
                  })}
            </small>
          }
        >
          {!is_current && (
            <Button
              onPress={() =>
                end(() => connection.call(api.endSession, { session_id: id }), t("account.signedOut", { device }))
              }
            >
              {t("account.signOut")}
            </Button>
          )}
        </Row>
      ))}
      {devices?.some(({ is_current }) => !is_current) && (
        <Button
          kind="plain"
          icon="logout"
          onPress={() => end(() => connection.call(api.endOtherSessions, {}), t("account.signedOutOthers"))}
        >
          {t("account.signOutOthers")}
        </Button>
      )}
    </Section>
  );
}
