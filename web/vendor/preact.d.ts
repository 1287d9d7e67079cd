/* The part of Preact and htm that the page uses. */
export type Child = object | string | number | boolean | null | undefined | Child[];
export type Updater<T> = (next: T | ((last: T) => T)) => void;
export function html(strings: TemplateStringsArray, ...values: unknown[]): any;
export function h(type: unknown, props?: object | null, ...children: Child[]): any;
export function render(what: Child, where: Element): void;
export function useState<T>(first: T | (() => T)): [T, Updater<T>];
export function useEffect(effect: () => void | (() => void), when?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), when?: unknown[]): void;
export function useRef<T>(first: T): { current: T };
export function useMemo<T>(make: () => T, when: unknown[]): T;
export function useCallback<T extends Function>(call: T, when: unknown[]): T;
export function useReducer<S, A>(step: (state: S, action: A) => S, first: S): [S, (action: A) => void];
export function useErrorBoundary(hear?: (error: unknown) => void): [unknown, () => void];
export function createContext<T>(first: T): { Provider: any };
export function useContext<T>(context: { Provider: any }): T;
