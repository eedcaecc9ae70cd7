/** A person's card as a page over the home view. */
import { Dialog } from "../parts/Dialog.tsx";
import { nameOf } from "../state/people.ts";
import { useStore } from "../state/store.ts";
import { Card } from "./Card.tsx";

export function PersonDialog({ userId, onClose }: { readonly userId: number; readonly onClose: () => void }) {
  const name = useStore((state) => nameOf(state, userId));
  return (
    <Dialog title={name} onClose={onClose}>
      <div className="card-page">
        <Card userId={userId} onLeave={() => {}} />
      </div>
    </Dialog>
  );
}
