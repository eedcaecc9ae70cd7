/** Offers owners to erase a person. */
import { holderOf } from "@parley/client";
import { isOwner } from "@parley/server/kernel/access/roles.ts";
import { openDialog } from "../../../app/dialogs.tsx";
import { Button } from "../../../parts/buttons.tsx";
import { later } from "../../../parts/later.tsx";
import { useOwnId } from "../../../state/people.ts";
import { useStore } from "../../../state/store.ts";
import { t } from "../../../text/text.ts";
import { isOnlyOwner } from "./directory.ts";

const EraseDialog = later(() => import("./EraseDialog.tsx").then((loaded) => loaded.EraseDialog));

interface EraseButtonProps {
  readonly userId: number;
  readonly onErased: () => void;
}

export function EraseButton({ userId, onErased }: EraseButtonProps) {
  const mayErase = useStore((state) => isOwner(holderOf(state)));
  const isLast = useStore((state) => isOnlyOwner(state.users, userId));
  const isOwn = useOwnId() === userId;
  if (!mayErase || isLast || isOwn) return null;
  const open = () => openDialog((close) => <EraseDialog userId={userId} onErased={onErased} onClose={close} />);
  return <Button onPress={open}>{t("people.erase")}</Button>;
}
