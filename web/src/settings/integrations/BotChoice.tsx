/** Chooses an incoming webhook bot, or creates one. */
import type { State } from "@parley/client";
import { openDialog } from "../../app/dialogs.tsx";
import { byName } from "../../inbox-order/folders.ts";
import { Button } from "../../parts/buttons.tsx";
import { useSession } from "../../state/session.tsx";
import { useStore } from "../../state/store.ts";
import { t } from "../../text/text.ts";
import { BotDialog } from "../bots/BotDialog.tsx";
import { typesToCreate } from "../bots/page.ts";
import { FormField } from "../forms/FormField.tsx";

const INCOMING = 2;

/** Those that the reader manages: their own first. */
function incomingBots({ bots, users }: Pick<State, "bots" | "users">) {
  const isOwn = ({ owner_id }: { readonly owner_id: number | null }) => owner_id === users.ownId;
  return [...bots.values()]
    .filter(({ bot_type, is_active }) => bot_type === INCOMING && is_active)
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || byName.compare(a.full_name, b.full_name));
}

interface BotChoiceProps {
  readonly botId: number | undefined;
  readonly onChange: (botId: number | undefined) => void;
}

export function BotChoice({ botId, onChange }: BotChoiceProps) {
  const { store } = useSession();
  const bots = useStore((state) => state.bots);
  const users = useStore((state) => state.users);
  const offered = incomingBots({ bots, users });
  const mayCreate = useStore((state) => typesToCreate(state).some(({ type }) => type === INCOMING));
  const types = () => typesToCreate(store.state).filter(({ type }) => type === INCOMING);
  return (
    <FormField label={t("integrations.bot")} {...(mayCreate || offered.length > 0 ? {} : { help: t("bots.mayNot") })}>
      {(attributes) => (
        <div className="integration-bot">
          <select
            {...attributes}
            className="field"
            value={botId ?? ""}
            onChange={({ target }) => onChange(target.value === "" ? undefined : Number(target.value))}
          >
            <option value="">{t("integrations.chooseBot")}</option>
            {offered.map(({ user_id, full_name }) => (
              <option key={user_id} value={user_id}>
                {full_name}
              </option>
            ))}
          </select>
          {mayCreate && (
            <Button
              icon="plus"
              onPress={() => openDialog((close) => <BotDialog types={types()} onCreated={onChange} onClose={close} />)}
            >
              {t("integrations.newBot")}
            </Button>
          )}
        </div>
      )}
    </FormField>
  );
}
