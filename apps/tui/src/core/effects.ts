import {type Failure, toFailure} from './failure.ts';
import type {EffectContext, EffectRunner} from './screen.ts';

/** What started an effect. `operator`: a key or a mouse event. `program`: something else, such as a poll. */
export type Cause = 'operator' | 'program';

export const createEffectRunner = (
  context: EffectContext,
  callFailed: (failure: Failure, cause: Cause) => void,
  causeNow: () => Cause = () => 'program',
): EffectRunner => {
  const running = new Map<string, {readonly controller: AbortController; readonly background: boolean}>();

  const cancel = (name: string): void => {
    running.get(name)?.controller.abort();
    running.delete(name);
  };

  return {
    run(effect, send) {
      cancel(effect.name);
      const controller = new AbortController();
      const cause = causeNow();
      running.set(effect.name, {controller, background: effect.background ?? false});
      const report = (action: Parameters<typeof send>[0]): void => {
        if (running.get(effect.name)?.controller === controller) send(action);
      };
      const settle = (action: Parameters<typeof send>[0]): void => {
        if (running.get(effect.name)?.controller !== controller) return;
        running.delete(effect.name);
        send(action);
      };
      let connected = false;
      // Throws if the effect was aborted, because it must not continue with a newer connection.
      const using =
        <T>(get: () => T) =>
        (): T => {
          controller.signal.throwIfAborted();
          connected = true;
          return get();
        };
      const [client, connection] = [using(context.client), using(context.connection)];
      const preferences = () => {
        controller.signal.throwIfAborted();
        return context.preferences();
      };
      const run = async (): Promise<Parameters<typeof send>[0]> =>
        effect.run({...context, client, connection, preferences}, controller.signal, report);
      run().then(settle, (error: unknown) => {
        const failure = toFailure(error);
        settle(effect.failed(failure));
        if (connected && !controller.signal.aborted) callFailed(failure, cause);
      });
    },
    cancel,
    cancelAll() {
      for (const name of [...running.keys()]) cancel(name);
    },
    busy: () => [...running.values()].some(effect => !effect.background),
  };
};
