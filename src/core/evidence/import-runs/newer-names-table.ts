/**
 * Names that came to modules of the standard library with Python 3.11 to 3.14, behind the `x` of their Python 3.x; `-` has
 * modules. Made by `scripts/newer-names.py` from the stubs of typeshed.
 */
export const NEWER_NAMES = `- 11 tomllib 14 annotationlib compression
ast 11 TryStar 12 ParamSpec TypeAlias TypeVar TypeVarTuple type_param 13 PyCF_OPTIMIZED_AST 14 Interpolation TemplateStr compare
asyncio 11 Barrier BrokenBarrierError Runner TaskGroup Timeout taskgroups timeout timeout_at timeouts 12 create_eager_task_factory eager_task_factory 13 EventLoop QueueShutDown 14 AbstractEventLoopPolicy DefaultEventLoopPolicy FrameCallGraphEntry FutureCallGraph SupportsWrite WindowsProactorEventLoopPolicy WindowsSelectorEventLoopPolicy capture_call_graph format_call_graph future_add_to_awaited_by future_discard_from_awaited_by graph print_call_graph tools
base64 13 z85decode z85encode
builtins 11 BaseExceptionGroup ExceptionGroup 13 PythonFinalizationError 14 AnnotateFunc
calendar 12 APRIL AUGUST DECEMBER Day FEBRUARY JANUARY JULY JUNE MARCH MAY Month NOVEMBER OCTOBER SEPTEMBER
concurrent 14 interpreters
concurrent.futures 14 InterpreterPoolExecutor interpreter
concurrent.futures.thread 14 WorkerContext
configparser 13 MultilineContinuationError UNNAMED_SECTION 14 InvalidWriteError UnnamedSectionDisabledError
contextlib 11 chdir
copy 13 replace
csv 12 QUOTE_NOTNULL QUOTE_STRINGS
ctypes 11 BigEndianUnion LittleEndianUnion 12 c_time_t 14 CField COMError CopyComPointer c_double_complex c_float_complex c_longdouble_complex memoryview_at
ctypes.util 14 dllist
datetime 11 UTC
dbm 13 sqlite3
decimal 14 IEEEContext IEEE_CONTEXT_MAX_BITS
email.headerregistry 13 ReferencesHeader
enum 11 CONFORM CONTINUOUS EJECT EnumCheck EnumType FlagBoundary KEEP NAMED_FLAGS ReprEnum STRICT StrEnum UNIQUE bin global_enum global_enum_repr global_flag_repr global_str member nonmember pickle_by_enum_name pickle_by_global_name property show_flag_values verify 13 EnumDict
faulthandler 14 dump_c_stack
fnmatch 14 filterfalse
functools 14 Placeholder
glob 13 translate
hashlib 11 file_digest
http 11 HTTPMethod
http.server 14 HTTPSServer ThreadingHTTPSServer
imaplib 14 Idler
importlib 11 simple
importlib.machinery 11 NamespaceLoader 14 AppleFrameworkLoader
importlib.metadata 11 DeprecatedTuple 12 DeprecatedNonAbstract 13 diagnose
importlib.resources 11 abc readers simple 12 Anchor
inspect 11 getmembers_static ismethodwrapper 12 BufferFlags getasyncgenlocals getasyncgenstate markcoroutinefunction 14 ispackage
io 11 text_encoding 14 Reader Writer
itertools 12 batched
locale 11 getencoding
logging 11 getLevelNamesMapping 12 getHandlerByName getHandlerNames
math 11 cbrt exp2 12 sumprod 13 fma
mimetypes 13 guess_file_type
multiprocessing.managers 14 SetProxy
operator 11 call 14 is_none is_not_none
os 11 login_tty 12 listdrives listmounts listvolumes setns unshare 13 grantpt posix_openpt process_cpu_count ptsname timerfd_create timerfd_gettime timerfd_gettime_ns timerfd_settime timerfd_settime_ns unlockpt 14 readinto reload_environ
os.path 12 isjunction splitroot 13 isdevdrive
pathlib 13 UnsupportedOperation 14 types
pdb 14 get_default_backend set_default_backend set_trace_async
platform 13 AndroidVer IOSVersionInfo android_ver ios_ver 14 invalidate_caches
pydoc_data 13 module_docs
queue 13 ShutDown
random 12 binomialvariate
re 11 NOFLAG 13 PatternError
site 13 gethistoryfile register_readline
socketserver 12 ForkingUnixDatagramServer ForkingUnixStreamServer
sqlite3 11 Blob
statistics 13 kde kde_random
string 14 templatelib
subprocess 13 STARTF_FORCEOFFFEEDBACK STARTF_FORCEONFEEDBACK
sys 11 exception 12 activate_stack_trampoline deactivate_stack_trampoline getunicodeinternedsize is_stack_trampoline_active last_exc monitoring 14 is_remote_debug_enabled remote_exec
threading 12 setprofile_all_threads settrace_all_threads
types 12 get_original_bases 13 CapsuleType 14 AnnotateFunc
typing 11 LiteralString Never NotRequired Required Self TypeVarTuple Unpack assert_never assert_type clear_overloads dataclass_transform get_overloads reveal_type 12 TypeAliasType override 13 NoDefault ReadOnly TypeIs get_protocol_members is_protocol 14 EvaluateFunc evaluate_forward_ref
unittest 11 doModuleCleanups enterModuleContext
unittest.case 11 enterModuleContext
unittest.mock 13 ThreadingMixin ThreadingMock
uuid 12 main 14 MAX NIL uuid6 uuid7 uuid8
warnings 13 deprecated
wsgiref 11 types
zipfile 14 ZIP_ZSTANDARD ZSTANDARD_VERSION
zlib 14 ZLIBNG_VERSION`;
