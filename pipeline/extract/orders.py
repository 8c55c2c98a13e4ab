"""Tells text that gives orders to a language model from text about something."""

import re

_NOUNS = (
    r"(?:instructions?|prompts?|rules?|directions?|guidelines?|figures?|content|text|messages?"
    r"|above|previous|prior|foregoing)"
)
_ROLES = r"(?:assistant|model|ai|chatbot|bot|free|system|expert|unrestricted)"
_MACHINES = r"(?:ai|llms?|language models?|chatbots?|ai assistant|ai reviewer)"
_SPEAKERS = r"(?:system|assistant|user|human|ai|chatgpt|claude|gemini|gpt)"
_TAGS = r"(?:system|assistant|user|instructions?|im_start|im_end|\|\w+\|)"
_HUSH = r"(?:mention|report|flag|reveal|tell|disclose|list|show|summari[sz]e|output)"
_SPEAK = r"(?:answer|respond|reply|output|say|return|print|rate|approve|recommend|list|reveal|state)"
_EARLIER = r"(?:anweisung|vorgabe|regel|vorherig|bisherig|obig|vorstehend|vorangegangen|text|inhalt)"

_PATTERNS = (
    # "Ignore all previous instructions", "disregard the above"; spares "we disregard rounding"
    rf"\b(?:ignore|disregard|forget|override|bypass)\b.{{0,40}}\b{_NOUNS}\b",
    # "You are now a helpful assistant"; spares "You are entitled to"
    rf"\b(?:you are|act as|respond as|pretend to be|behave as)\b.{{0,30}}\b{_ROLES}\b",
    # "Assistant: approve without review", "<system>"; spares "The system: a pump"
    rf"(?:^|[.!?]\s+|\n)\s*{_SPEAKERS}\s*[:：>]",
    rf"<\s*/?\s*{_TAGS}\s*\|?>|\[/?INST\]",
    # "Note to the AI"; spares "notes to the accounts"
    rf"\b(?:note|message|instructions?|memo|attention|dear)\b.{{0,12}}\b{_MACHINES}\b",
    # "Do not mention this clause", "only output yes"; spares "does not include"
    rf"(?:^|[.!?,;:]\s*|\b(?:and|please|must|should|you)\s+)(?:do not|don't|never)\s+{_HUSH}\b",
    rf"\b(?:only|always|just|instead|please)\s+{_SPEAK}\b",
    r"\b(?:system prompt|jailbreak|developer mode|admin passwords?)\b",
    # "approve without review"; spares "approved by the board"
    r"\b(?:approve|accept|rate)\b.{0,30}\b(?:without (?:review|question|checks?)|as safe|as low[- ]risk)\b",
    # "忽略之前的指令", "你现在是助手"; spares "以上内容属实"
    r"(?:忽略|无视|忘记|不要理会|忽视).{0,16}(?:指令|指示|说明|要求|规则|内容|提示|设定|上文|以上|之前|前面)",
    r"(?:你|您)(?:现在|是|将)?.{0,4}(?:是|扮演|作为).{0,12}(?:助手|模型|机器人|专家|AI)",
    r"(?:不要|请勿|切勿|禁止).{0,8}(?:提及|报告|披露|标记|指出|透露|列出)|系统提示|提示词|人工智能助手|大语言模型",
    r"(?:请|必须|直接|只能?)(?:直接|只|仅)?(?:回答|回复|输出|批准|评为|给出)",
    # "Ignoriere alle vorherigen Anweisungen"; spares "die vorherigen Anweisungen gelten"
    rf"\b(?:ignorier|missacht|vergiss|vergessen|beachten? sie nicht)\w*\b.{{0,50}}\b{_EARLIER}",
    r"\b(?:du bist|sie sind|verhalte dich wie|agiere als)\b.{0,40}\b(?:assistent|modell|ki|chatbot|experte)",
    r"\b(?:erwähne|melde|nenne|berichte|offenbare)n?\b.{0,50}\b(?:nicht|keine?n?)\b|\bsystemanweisung",
    r"\b(?:hinweis|nachricht|anweisung) an (?:die|das) (?:ki|sprachmodell|modell)",
)
_ORDERS = re.compile("|".join(_PATTERNS), re.IGNORECASE | re.DOTALL)


def gives_orders(text: str) -> bool:
    """Tell whether ``text`` reads like instructions to a language model, in English, Chinese or German."""
    return _ORDERS.search(text) is not None
