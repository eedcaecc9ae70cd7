import { linkedProviders as api, type ShapeOf } from "@parley/server/contract";
import { useCallback, useEffect, useState } from "react";
import { useSession } from "../../state/session.tsx";

export type SignInMethods = ShapeOf<(typeof api.getSignInMethods)["response"]>;

/** The ways in which the reader signs in; undefined until they are known. The page is useful without them. */
export function useSignInMethods(): { readonly methods: SignInMethods | undefined; readonly reload: () => void } {
  const { connection } = useSession();
  const [methods, setMethods] = useState<SignInMethods>();
  const reload = useCallback(() => {
    connection.call(api.getSignInMethods, {}).then(setMethods, () => {});
  }, [connection]);
  useEffect(reload, [reload]);
  return { methods, reload };
}
