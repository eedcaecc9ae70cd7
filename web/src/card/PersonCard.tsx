/** Opens the card of a person beside what was pressed. */
import { router } from "../state/place.ts";

export function openPersonCard(userId: number, _anchor: Element): void {
  router.navigate(`user/${userId}`);
}
