"""Which arguments both versions of a function take, and a strategy for them."""

import inspect

from hypothesis import strategies as st

from .strategies import hint_of_default, hints_of
from .worlds import NotRun

MOST_EXTRA = 3


def argument_strategy(function, holder, kind, other, strategies):
    """Draws (arguments, keywords) that fit both signatures; positions count, as in most calls."""
    own, theirs = signature_of(function), signature_of(other)
    hints = hints_of(inspect.unwrap(function))
    positional, keywords, required = [], {}, 0
    parameters = list(own.parameters.values())
    if kind in ("method", "property"):
        if not parameters:
            raise NotRun("it is called as a method and takes no self")
        positional.append(strategies.of(holder))
        parameters, required = parameters[1:], 1
    for parameter in parameters:
        is_needed = parameter.default is parameter.empty
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            made = strategy_for(parameter, hints, strategies, is_needed)
            if made is None:
                break
            positional.append(made)
            required += is_needed
        elif parameter.kind is parameter.VAR_POSITIONAL and parameter.name in hints:
            extra = strategies.of(hints[parameter.name])
            positional += [extra] * MOST_EXTRA
        elif parameter.kind is parameter.KEYWORD_ONLY:
            made = strategy_for(parameter, hints, strategies, is_needed)
            if made is not None:
                keywords[parameter.name] = (made, is_needed)
    counts = [n for n in range(required, len(positional) + 1) if fits(theirs, n, [k for k, (_, needed) in keywords.items() if needed])]
    if not counts:
        raise NotRun("its parameters changed so that no call fits both versions")
    optional = [k for k, (_, needed) in keywords.items() if not needed and fits(theirs, counts[0], [k, *(n for n, (_, x) in keywords.items() if x)])]
    named = st.fixed_dictionaries(
        {k: made for k, (made, needed) in keywords.items() if needed}, optional={k: keywords[k][0] for k in optional}
    )
    return st.sampled_from(counts[::-1]).flatmap(lambda n: st.tuples(st.tuples(*positional[:n]), named))


def signature_of(function):
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        raise NotRun("it has no signature that can be read") from None


def strategy_for(parameter, hints, strategies, is_needed):
    hint = hints.get(parameter.name, hint_of_default(parameter))
    if hint is inspect.Parameter.empty:
        if is_needed:
            raise NotRun(f"its parameter {parameter.name} has no annotation")
        return None
    try:
        return strategies.of(hint)
    except NotRun:
        if is_needed:
            raise
        return None


def fits(signature, count, names):
    try:
        signature.bind(*[None] * count, **{name: None for name in names})
    except TypeError:
        return False
    return True
